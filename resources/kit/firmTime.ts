// All firms are in China, and their days begin there, whatever the time zones of the server and the reader. China has
// had no summer time since 1991, so that a fixed offset is equivalent to the time zone.

/** The time zone of every firm. */
export const firmZone = 'Asia/Shanghai'
/** The UTC offset of `firmZone`. */
export const firmOffset = '+08:00'

const clocks = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: firmZone,
})

/** A moment as `YYYY-MM-DD HH:mm:ss` in the firm's time zone. */
export const firmClock = (at: Date | number) => clocks.format(at)

/** The day of a moment as `YYYY-MM-DD` in the firm's time zone. */
export const firmDay = (at: Date | number) => firmClock(at).slice(0, 10)

/** The year of a moment in the firm's time zone. */
export const firmYear = (at: Date | number) => Number(firmClock(at).slice(0, 4))

/** The moment of a day (`YYYY-MM-DD`) and time (`HH:mm:ss`) in the firm's time zone. */
export const momentOfFirm = (day: string, time = '00:00:00') => new Date(`${day}T${time}${firmOffset}`)
