import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { entryOf, type REGISTRY, RESOURCES, type ResourceWith } from '../registry.ts'

/** Film-like resources, with a year and a cover: those checked for duplicates. */
export type DatedContent = {
  [Name in ResourceWith<'defects'>]: 'duplicate' extends (typeof REGISTRY)[Name]['defects'][number]
    ? Name
    : never
}[ResourceWith<'defects'>]

/** In menu order. */
export const DATED_CONTENTS = datedContents()

function datedContents(): [DatedContent, ...DatedContent[]] {
  // `filter` loses the narrowed type, and that the result is not empty.
  return RESOURCES.filter((resource) => entryOf(resource).defects?.includes('duplicate')) as [
    DatedContent,
    ...DatedContent[],
  ]
}

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
