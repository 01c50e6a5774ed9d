import { BlockList, isIP } from 'node:net'

/** Whether the server may open a connection to an IP address. */
export type AddressPolicy = (address: string) => boolean

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}

/** What the registry of special addresses keeps from the open internet (RFC 6890 and its successors). */
const SPECIAL_V4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

/** Everything else is local, reserved or an IPv4 address in disguise. */
const GLOBAL_V6 = listOf('ipv6', [['2000::', 3]])

/** Inside of it: protocol assignments with Teredo, documentation, and 6to4, which hides an IPv4 address. */
const SPECIAL_V6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** True for an address of the open internet alone. */
export const isPublicAddress: AddressPolicy = (address) => {
  const family = isIP(address)
  if (family === 4) return !SPECIAL_V4.check(address, 'ipv4')
  // A zone (fe80::1%eth0) belongs to a link of this very machine.
  if (family !== 6 || address.includes('%')) return false
  return GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

/** Lets every address pass, for those who keep their guides in their own network. */
export const isAnyAddress: AddressPolicy = () => true
