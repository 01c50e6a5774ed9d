import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether the server can open a connection to an IP address. */
export type AddressPolicy = (address: string) => boolean

/** The allocated part of IPv6; the rest is local, reserved or maps IPv4. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for an address of the open internet alone. */
export const isPublicAddress: AddressPolicy = (address) => {
  // The parser knows other spellings too (127.1, 010.0.0.1); a zone (fe80::1%eth0) belongs to a link of this very machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6))
}

/** Lets every address pass, for those who keep their guides in their own network. */
export const isAnyAddress: AddressPolicy = () => true
