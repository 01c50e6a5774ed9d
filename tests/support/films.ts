import type { Client, Row } from './app.ts'

/** A valid link. */
export const linkOf = (changes: Row = {}): Row => ({
  link: 'peliculas/la-isla-minima.mp4',
  quality: 'HD',
  audio: ['ESP'],
  closedCaption: [],
  linkType: 'I',
  ...changes,
})

/** A valid film. */
export const filmOf = (changes: Row = {}): Row => ({
  title: 'La isla mínima',
  year: 2014,
  rated: 'R',
  genres: ['Crimen', 'Suspenso'],
  synopsis: 'Dos policías buscan a dos hermanas desaparecidas en las marismas.',
  synopsisEng: 'Two policemen look for two missing sisters in the marshes.',
  covertImage: '/pictures/cover/La%20isla%20m%C3%ADnima.svg',
  fullImage: 'https://imagenes.example/isla.jpg',
  trailer: 'https://videos.example/isla.mp4',
  content: [linkOf()],
  ...changes,
})

export const categoryOf = (changes: Row = {}): Row => ({
  name: 'Estrenos',
  descriptionEnglish: 'New releases',
  type: 'PELICULA',
  ...changes,
})

/** Creates a record and returns it as stored; throws on an error status. */
export async function create(client: Client, path: string, body: Row): Promise<Row & { _id: string }> {
  const answer = await client.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
  return { ...answer.body, _id: String(answer.body._id) }
}
