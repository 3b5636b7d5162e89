// Handles no events: requests in its scope go straight to the network.
