import type { RaRecord } from 'ra-core'
import type { MediaResource, MediaType } from '../../../../domain/support/media-types.ts'

/** A visit of the API. */
export interface VisitRecord extends RaRecord {
  user: string
  userName: string
  contentId: string
  title: string
  contentLink: string
  episodeId: string | null
  /** Season, number and title; empty without an episode. */
  episode: string
  mediaType: MediaType
  resource: MediaResource
  genres: string[]
  year: number | null
  date: string
}

/** Whose visits, or of what: the filters that the address fixes, under the API's names. */
export type Subject = Readonly<Partial<Record<'userId' | 'contentId' | 'episodeId', string>>>
