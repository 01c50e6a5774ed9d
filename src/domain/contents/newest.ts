import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'

/** The parts of the catalogue whose lists can be sorted by the day of registration. */
export const DATED_CONTENTS = [
  'movies',
  'series',
  'documentaries',
  'discoveries',
  'musics',
  'sports',
] as const

const newestOutput = z.object({
  _id: z.string(),
  resource: z.enum(DATED_CONTENTS).meta({ description: 'Parte del catálogo donde está el contenido' }),
  title: z.string(),
  year: z.int().nullable(),
  covertImage: z.string(),
  status: z.boolean(),
  dateCreate: instant(),
})
export type NewestContent = z.infer<typeof newestOutput>

export const NEWEST_ENDPOINTS = endpoints({
  list: {
    id: 'listNewestContents',
    method: 'GET',
    path: '/api/contents/newest',
    tag: 'Contenidos',
    summary: 'Muestra los últimos contenidos registrados, de las partes del catálogo que se pueden ver',
    response: { 200: z.array(newestOutput) },
    errors: [401, 403],
  },
})
