CREATE TABLE "import_rejections" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"reason" text NOT NULL,
	"cells" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_rejections_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imported_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" varchar(40) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"external_id" varchar(100) NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"user_id" integer NOT NULL,
	"record_id" uuid,
	CONSTRAINT "imported_records_once" UNIQUE("source","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" varchar(20) NOT NULL,
	"source" varchar(40) NOT NULL,
	"file_name" varchar(200) NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"status" varchar(10) NOT NULL,
	"headers" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"repeated" integer DEFAULT 0 NOT NULL,
	"file_sum" numeric(14, 2),
	"booked_sum" numeric(14, 2),
	"rejected_sum" numeric(14, 2),
	"repeated_sum" numeric(14, 2),
	"failure" varchar(500),
	"started_by" integer,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "import_rejections" ADD CONSTRAINT "import_rejections_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_records" ADD CONSTRAINT "imported_records_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rejections_created" ON "import_rejections" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imported_records_import" ON "imported_records" USING btree ("import_id","id");