import type { IssueType } from '../contents/link.ts'

const LINK: IssueType = 'LINK'

/** Issue types that new links repair: broken links, and the type of the report from which the editor was opened. */
export const repairedByLinks = (report: string | null): readonly string[] =>
  report === null || report === LINK ? [LINK] : [LINK, report]
