import type { RaRecord } from 'ra-core'
import type { IssueType } from '../../../../domain/support/issue.ts'
import type { MediaResource, MediaType } from '../../../../domain/support/media-types.ts'

/** What a report and a group of them say of their content. */
interface Reported extends RaRecord {
  title: string
  reference: string
  mediaId: string
  mediaType: MediaType
  resource: MediaResource
  parentId: string | null
  issueType: IssueType
}

/** A report of the API. */
export interface IssueRecord extends Reported {
  /** True is repaired. */
  status: boolean
  date: string
  userUpdate: string
}

/** All reports of one type about one content. */
export interface IssueGroupRecord extends Reported {
  open: number
  fixed: number
  lastDate: string
}

/** The ids that lead to the content of a report. */
export const idsOf = ({ mediaId, parentId }: Pick<Reported, 'mediaId' | 'parentId'>): string[] =>
  parentId === null ? [mediaId] : [parentId, mediaId]
