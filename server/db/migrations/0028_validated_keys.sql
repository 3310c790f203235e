-- The owner is to reach every firm's rows for once.
ALTER TABLE "admins" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcements" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_revisions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "batches" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_drafts" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_revisions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "categories" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "firms" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "offices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "positions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "text_messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" VALIDATE CONSTRAINT "article_lawyers_article_fk";--> statement-breakpoint
ALTER TABLE "article_lawyers" VALIDATE CONSTRAINT "article_lawyers_lawyer_fk";--> statement-breakpoint
ALTER TABLE "article_revisions" VALIDATE CONSTRAINT "article_revisions_article_fk";--> statement-breakpoint
ALTER TABLE "articles" VALIDATE CONSTRAINT "articles_category_fk";--> statement-breakpoint
ALTER TABLE "articles" VALIDATE CONSTRAINT "articles_office_fk";--> statement-breakpoint
ALTER TABLE "card_drafts" VALIDATE CONSTRAINT "card_drafts_lawyer_fk";--> statement-breakpoint
ALTER TABLE "card_revisions" VALIDATE CONSTRAINT "card_revisions_card_fk";--> statement-breakpoint
ALTER TABLE "cards" VALIDATE CONSTRAINT "cards_lawyer_fk";--> statement-breakpoint
ALTER TABLE "cards" VALIDATE CONSTRAINT "cards_office_fk";--> statement-breakpoint
ALTER TABLE "cards" VALIDATE CONSTRAINT "cards_position_fk";--> statement-breakpoint
ALTER TABLE "offices" VALIDATE CONSTRAINT "offices_firm_fk";--> statement-breakpoint
ALTER TABLE "admins" VALIDATE CONSTRAINT "admins_office_fk";--> statement-breakpoint
ALTER TABLE "lawyers" VALIDATE CONSTRAINT "lawyers_office_fk";--> statement-breakpoint
ALTER TABLE "lawyers" VALIDATE CONSTRAINT "lawyers_batch_fk";--> statement-breakpoint
ALTER TABLE "transfer_requests" VALIDATE CONSTRAINT "transfer_requests_lawyer_fk";--> statement-breakpoint
ALTER TABLE "transfer_requests" VALIDATE CONSTRAINT "transfer_requests_office_fk";--> statement-breakpoint
ALTER TABLE "transfer_requests" VALIDATE CONSTRAINT "transfer_requests_to_fk";--> statement-breakpoint
ALTER TABLE "announcements" VALIDATE CONSTRAINT "announcements_batch_fk";--> statement-breakpoint
ALTER TABLE "announcements" VALIDATE CONSTRAINT "announcements_office_fk";--> statement-breakpoint
ALTER TABLE "batches" VALIDATE CONSTRAINT "batches_office_fk";--> statement-breakpoint
ALTER TABLE "text_messages" VALIDATE CONSTRAINT "text_messages_lawyer_fk";--> statement-breakpoint
ALTER TABLE "admins" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcements" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_revisions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "batches" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_drafts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_revisions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "categories" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "firms" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "offices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "positions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "text_messages" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" FORCE ROW LEVEL SECURITY;