// Listens to nothing: what it stands for goes straight to the network.
