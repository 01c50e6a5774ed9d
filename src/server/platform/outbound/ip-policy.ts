import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** True if the server may connect to an IP address. */
export type IpPolicy = (ip: string) => boolean

/** The allocated part of IPv6; the rest is local, reserved or maps IPv4. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for public internet addresses only. */
export const isPublicIp: IpPolicy = (ip) => {
  // The parser accepts other notations too (127.1, 010.0.0.1); a zone (fe80::1%eth0) means a link of this machine.
  if (isIP(ip) === 0 || ip.includes('%')) return false
  const parsed = ipaddr.parse(ip)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6))
}

/** Permits every IP address, for deployments with guides in their own network. */
export const allowAnyIp: IpPolicy = () => true
