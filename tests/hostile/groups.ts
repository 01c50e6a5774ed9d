import type { Expectation } from '../server/access/expectations.ts'

/** Parts of about the same size, so that processes share the work. */
export type Group = 'films' | 'catalogue' | 'people'

const FILMS = /\/api\/(movies|documentaries|discoveries|musics|sports)(\/|$)/
const CATALOGUE = ['Contents', 'Channels', 'Health of links']

/** The group of an endpoint. */
export const groupOf = ({ endpoint, section }: Expectation): Group => {
  if (FILMS.test(endpoint)) return 'films'
  return CATALOGUE.includes(section) ? 'catalogue' : 'people'
}
