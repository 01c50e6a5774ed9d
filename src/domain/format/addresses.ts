export const withoutEndSlashes = (address: string): string => {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

/** The whole address of a path that lies under a base, with one slash between the two. */
export const addressUnder = (base: string, path: string): string =>
  `${withoutEndSlashes(base)}/${path.replace(/^\/+/, '')}`
