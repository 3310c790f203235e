ALTER TABLE "x_training_lawyers" ADD COLUMN "reminded_of" date;
