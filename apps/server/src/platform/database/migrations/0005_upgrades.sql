CREATE TABLE "site_assets" (
	"path" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"body" "bytea" NOT NULL,
	"is_brotli" boolean NOT NULL,
	"served_at" timestamp with time zone NOT NULL
);
