CREATE TABLE "announcements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"form_id" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"title" varchar(80) NOT NULL,
	"text" varchar(500) NOT NULL,
	"link" varchar(300),
	"audience" varchar(60) NOT NULL,
	"state" varchar(10) DEFAULT 'sending' NOT NULL,
	"expected" integer NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"reached_until" integer DEFAULT 0 NOT NULL,
	"last_user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"stopped_by" integer,
	"stop_reason" varchar(500),
	CONSTRAINT "announcements_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_sending" ON "announcements" USING btree ("id") WHERE "announcements"."state" = 'sending';