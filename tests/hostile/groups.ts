/** Parts of about the same size, so that processes share the work. */
export type Group = 'films' | 'catalogue' | 'people'

const FILMS = /\/api\/(movies|documentaries|discoveries|musics|sports)(\/|$)/
const CATALOGUE =
  /\/api\/(categories|radios|series|contents|quality|lookups\/film|channels?|channel_lists|links)(\/|$)/

/** The group of an endpoint. */
export const groupOf = (endpoint: string): Group => {
  if (FILMS.test(endpoint)) return 'films'
  return CATALOGUE.test(endpoint) ? 'catalogue' : 'people'
}
