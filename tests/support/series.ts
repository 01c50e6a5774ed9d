import type { Answer, Client, Row } from './app.ts'
import { linkOf } from './films.ts'

/** A valid series with two seasons. */
export const seriesOf = (changes: Row = {}): Row => ({
  title: 'Crónica de un pueblo',
  year: 1971,
  rated: 'TV-PG',
  genres: ['Drama'],
  synopsis: 'La vida de un pueblo y de su maestro.',
  synopsisEng: 'The life of a village and its teacher.',
  covertImage: '/pictures/cover/Cr%C3%B3nica.svg',
  fullImage: '/pictures/background/Cr%C3%B3nica.svg',
  trailer: 'https://videos.example/cronica.mp4',
  seasons: [
    { number: 1, description: 'Temporada 1' },
    { number: 2, description: 'Temporada 2' },
  ],
  ...changes,
})

/** A valid episode of the first season. */
export const episodeOf = (changes: Row = {}): Row => ({
  title: 'El maestro',
  season: 1,
  episode: 1,
  content: [linkOf({ link: 'series/cronica/1x01.mp4' })],
  ...changes,
})

/** Creates an episode of a series, or changes the one whose `_id` the body has. */
export const putEpisode = (client: Client, serieId: string, body: Row): Promise<Answer> =>
  client.put(`/api/series/episode/${serieId}`, body)

/** Creates an episode and returns it as stored; throws on an error status. */
export async function createEpisode(
  client: Client,
  serieId: string,
  changes: Row = {},
): Promise<Row & { _id: string }> {
  const { status, text, body } = await putEpisode(client, serieId, episodeOf(changes))
  if (status !== 201) throw new Error(`PUT of an episode answered ${status}: ${text}`)
  return { ...body, _id: String(body._id) }
}
