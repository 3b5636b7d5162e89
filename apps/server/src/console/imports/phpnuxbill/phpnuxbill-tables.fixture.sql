-- The tables of a PHPNuxBill of 2024 that the portal reads or must not read, with the columns that its
-- installer makes.
CREATE TABLE tbl_customers (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY, username varchar(45) NOT NULL, password varchar(45) NOT NULL,
  photo varchar(128) NOT NULL DEFAULT '', pppoe_username varchar(32) NOT NULL DEFAULT '',
  pppoe_password varchar(45) NOT NULL DEFAULT '', pppoe_ip varchar(32) NOT NULL DEFAULT '', fullname varchar(45) NOT NULL,
  address mediumtext, city varchar(255), district varchar(255), state varchar(255), zip varchar(10),
  phonenumber varchar(20) DEFAULT '0', email varchar(128) NOT NULL DEFAULT '1', coordinates varchar(50) NOT NULL DEFAULT '',
  account_type enum('Business','Personal') DEFAULT 'Personal', balance decimal(15,2) NOT NULL DEFAULT 0.00,
  service_type enum('Hotspot','PPPoE','VPN','Others') DEFAULT 'Others', auto_renewal tinyint(1) NOT NULL DEFAULT 1,
  status enum('Active','Banned','Disabled','Inactive','Limited','Suspended') NOT NULL DEFAULT 'Active',
  created_by int NOT NULL DEFAULT 0, created_at timestamp NOT NULL DEFAULT current_timestamp(), last_login datetime
) CHARSET=utf8mb4;
CREATE TABLE tbl_plans (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name_plan varchar(40) NOT NULL, id_bw int NOT NULL, price varchar(40) NOT NULL,
  price_old varchar(40) NOT NULL DEFAULT '', type enum('Hotspot','PPPOE','VPN','Balance') NOT NULL, validity int NOT NULL,
  validity_unit enum('Mins','Hrs','Days','Months','Period') NOT NULL, routers varchar(32) NOT NULL,
  enabled tinyint(1) NOT NULL DEFAULT 1
) CHARSET=utf8mb4;
CREATE TABLE tbl_routers (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(32) NOT NULL, ip_address varchar(128) NOT NULL,
  username varchar(50) NOT NULL, password varchar(60) NOT NULL, description varchar(256), enabled tinyint(1) NOT NULL DEFAULT 1
) CHARSET=utf8mb4;
CREATE TABLE tbl_users (
  id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, username varchar(45) NOT NULL, fullname varchar(45) NOT NULL,
  password varchar(64) NOT NULL, user_type enum('SuperAdmin','Admin','Report','Agent','Sales') NOT NULL
) CHARSET=utf8mb4;
CREATE TABLE tbl_user_recharges (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id int NOT NULL, username varchar(32) NOT NULL, plan_id int NOT NULL,
  namebp varchar(40) NOT NULL, recharged_on date NOT NULL, recharged_time time NOT NULL DEFAULT '00:00:00',
  expiration date NOT NULL, time time NOT NULL, status varchar(20) NOT NULL, method varchar(128) NOT NULL DEFAULT '',
  routers varchar(32) NOT NULL, type varchar(15) NOT NULL, admin_id int NOT NULL DEFAULT 1
) CHARSET=utf8mb4;
CREATE TABLE tbl_transactions (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY, invoice varchar(25) NOT NULL, username varchar(32) NOT NULL,
  user_id int NOT NULL DEFAULT 0, plan_name varchar(40) NOT NULL, price varchar(40) NOT NULL, recharged_on date NOT NULL,
  recharged_time time NOT NULL DEFAULT '00:00:00', expiration date NOT NULL, time time NOT NULL, method varchar(128) NOT NULL,
  routers varchar(32) NOT NULL, type enum('Hotspot','PPPOE','VPN','Balance') NOT NULL, note varchar(256) NOT NULL DEFAULT '',
  admin_id int NOT NULL DEFAULT 1
) CHARSET=utf8mb4;
