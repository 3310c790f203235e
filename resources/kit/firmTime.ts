// The firms are in China: their days begin there, wherever the server stands and whoever reads. China has had no summer
// time since 1991, so that an offset says the same as the zone.

/** The time zone of every firm; days and clocks are those of China. */
export const firmZone = 'Asia/Shanghai'
/** The offset of `firmZone`, which has no summer time. */
export const firmOffset = '+08:00'

const clocks = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: firmZone,
})

/** `YYYY-MM-DD HH:mm:ss`, as the firm's clocks show it. */
export const firmClock = (at: Date | number) => clocks.format(at)

/** `YYYY-MM-DD`, the day that it is for the firm. */
export const firmDay = (at: Date | number) => firmClock(at).slice(0, 10)

/** The year that the firm’s clocks show at this moment. */
export const firmYear = (at: Date | number) => Number(firmClock(at).slice(0, 4))

/** The moment at which the firm's clocks show this day and time, `HH:mm:ss`. */
export const momentOfFirm = (day: string, time = '00:00:00') => new Date(`${day}T${time}${firmOffset}`)
