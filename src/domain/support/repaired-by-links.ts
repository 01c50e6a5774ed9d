import type { IssueType } from '../contents/link.ts'

const LINK: IssueType = 'LINK'

/** The kinds of open reports that other links of a content repair: of its links, and that of the report which led there. */
export const repairedByLinks = (report: string | null): readonly string[] =>
  report === null || report === LINK ? [LINK] : [LINK, report]
