import ipaddr from 'ipaddr.js'

/** An IPv6 /64 network counts as one IP address, since it has a single owner (rule P7). */
export const ipKey = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  // IPv4-mapped IPv6 addresses count as IPv4.
  const parsed = ipaddr.process(ip)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
