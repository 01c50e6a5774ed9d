import type { Client, Row } from './app.ts'

/** A valid channel. */
export const channelOf = (changes: Row = {}): Row => ({
  number: 7,
  title: 'Canal Siete',
  image: 'https://tv.example/siete.png',
  flag: '',
  linkInternal: 'E',
  link: 'https://tv.example/siete.m3u8',
  category: 'Noticias',
  epgId: '',
  ...changes,
})

/** Creates a record and returns it. */
export async function stored(client: Client, path: string, record: Row): Promise<Row & { _id: string }> {
  const { status, body, text } = await client.post(path, record)
  if (status !== 201) throw new Error(`Not created: ${text}`)
  return { ...body, _id: String(body._id) }
}
