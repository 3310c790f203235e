const DAY_MS = 24 * 3_600_000

/**
 * Days within which a request is answered. The law (个人信息保护法 50) demands a timely answer; 15 calendar days are
 * shorter than the 15 working days of the national standard GB/T 35273.
 */
const deadlineDays = 15

export const privacyDeadline = (now: Date) => new Date(now.getTime() + deadlineDays * DAY_MS)
