import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** True if the server may connect to an IP address. */
export type AddressPolicy = (address: string) => boolean

/** The allocated part of IPv6; the rest is local, reserved or maps IPv4. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for public internet addresses only. */
export const isPublicAddress: AddressPolicy = (address) => {
  // The parser accepts other notations too (127.1, 010.0.0.1); a zone (fe80::1%eth0) means a link of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6))
}

/** Permits every address, for deployments with guides in their own network. */
export const isAnyAddress: AddressPolicy = () => true
