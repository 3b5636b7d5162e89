CREATE TABLE "ticket_macros" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(60) NOT NULL,
	"saved_reply_id" uuid,
	"status" varchar(20),
	"priority" varchar(20),
	"assign_to" varchar(10),
	"assignee_id" integer,
	"add_tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_macros_assignee" CHECK (("ticket_macros"."assign_to" is not distinct from 'person') = ("ticket_macros"."assignee_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ticket_merges" (
	"ticket_id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"staff_id" integer NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_merges_two" CHECK ("ticket_merges"."ticket_id" <> "ticket_merges"."into_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_tags" (
	"ticket_id" uuid NOT NULL,
	"tag" varchar(30) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_tags_ticket_id_tag_pk" PRIMARY KEY("ticket_id","tag")
);
--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "yo" text;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "ha" text;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "ig" text;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD COLUMN "merged_from" bigint;--> statement-breakpoint
ALTER TABLE "ticket_macros" ADD CONSTRAINT "ticket_macros_saved_reply_id_saved_replies_id_fk" FOREIGN KEY ("saved_reply_id") REFERENCES "public"."saved_replies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_macros" ADD CONSTRAINT "ticket_macros_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_merges" ADD CONSTRAINT "ticket_merges_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_merges" ADD CONSTRAINT "ticket_merges_into_id_support_tickets_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_merges" ADD CONSTRAINT "ticket_merges_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_tags" ADD CONSTRAINT "ticket_tags_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_macros_reply" ON "ticket_macros" USING btree ("saved_reply_id");--> statement-breakpoint
CREATE INDEX "ticket_merges_into" ON "ticket_merges" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "ticket_tags_tag" ON "ticket_tags" USING btree ("tag","ticket_id");