import ipaddr from 'ipaddr.js'

/** An IPv6 /64 network counts as one address, since it has a single owner (rule P7). */
export const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  // IPv4-mapped IPv6 addresses count as IPv4.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
