/** No time is longer, with room for white space around it. */
const MAX_LENGTH = 64
const TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?\s*(?:([+-])(\d{2}):?(\d{2})|[A-Z]{1,5})?$/i

/**
 * An instant as XMLTV writes it, in milliseconds: 20260126040000 +0100. Without an offset, and with the name of a zone
 * in its place, it is UTC; undefined for anything else.
 */
export const xmltvTime = (text: string | undefined): number | undefined => {
  if (text === undefined || text.length > MAX_LENGTH) return undefined
  const [found, year, month, day, hour = '0', minute = '0', second = '0', sign, hours, minutes] =
    TIME.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? time + offset : time - offset
}
