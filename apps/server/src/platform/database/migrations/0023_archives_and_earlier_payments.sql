CREATE TABLE "archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" varchar(10) NOT NULL,
	"started_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"size_bytes" bigint,
	"failure" varchar(300)
);
--> statement-breakpoint
CREATE TABLE "earlier_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"source" varchar(40) NOT NULL,
	"number" varchar(100) NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"method" varchar(100),
	"plan_name" varchar(100),
	"paid_until" timestamp with time zone,
	"description" varchar(300)
);
--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_payments" ADD CONSTRAINT "earlier_payments_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_payments" ADD CONSTRAINT "earlier_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archives_started" ON "archives" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "earlier_payments_user" ON "earlier_payments" USING btree ("user_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "earlier_payments_import" ON "earlier_payments" USING btree ("import_id");