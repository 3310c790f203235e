-- Cards and articles held the id of who removed them where people held the name; the removal was their last change.
UPDATE "cards" SET "deleted_by" = "updated_by_name" WHERE "deleted_at" IS NOT NULL AND "deleted_by" ~ '^[12]:[0-9]+$';--> statement-breakpoint
UPDATE "articles" SET "deleted_by" = "updated_by_name" WHERE "deleted_at" IS NOT NULL AND "deleted_by" ~ '^[12]:[0-9]+$';
