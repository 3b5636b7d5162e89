CREATE TABLE "gateway_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"reference" varchar(100) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"ours" numeric(10, 2),
	"theirs" numeric(10, 2),
	"their_status" varchar(100) NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" integer,
	"close_reason" text,
	CONSTRAINT "gateway_differences_once" UNIQUE("gateway","reference","kind")
);
--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "flags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_differences" ADD CONSTRAINT "gateway_differences_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_differences_open" ON "gateway_differences" USING btree ("gateway","id") WHERE "gateway_differences"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "gateway_comparisons" DROP COLUMN "unexplained";