import { z } from 'zod'
import { OBSTACLE_NAMES } from '../contents/publication-states.ts'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { MEDIA_RESOURCES } from './media-types.ts'

const publication = z.object({
  _id: z.string(),
  resource: z.enum(MEDIA_RESOURCES).meta({ description: 'Parte del catálogo donde está el registro' }),
  serieId: z.string().nullable().meta({ description: 'La serie de un episodio' }),
  title: z.string(),
  date: instant(),
})

const publicationsOutput = z.object({
  blocked: z.array(publication.extend({ obstacle: z.enum(OBSTACLE_NAMES) })).meta({
    description: 'Los que no se pudieron activar en su fecha, los últimos primero',
  }),
  coming: z.array(publication.extend({ publishes: z.boolean() })).meta({
    description: 'Los próximos que se activan o se desactivan',
  }),
})

export const PUBLICATION_ENDPOINTS = /* @__PURE__ */ endpoints({
  list: {
    id: 'listPublications',
    method: 'GET',
    path: '/api/contents/publications',
    tag: 'Contenidos',
    summary: 'Muestra lo que se publica o se retira por sí solo, y lo que no se pudo publicar',
    response: { 200: publicationsOutput },
    errors: [401, 403],
  },
})
