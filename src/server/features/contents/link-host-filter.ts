import { linkHostField } from '../../../domain/contents/link-hosts.ts'
import { type Filter, filter } from '../../platform/database/collection.ts'
import { hostCondition, type LinkColumns } from '../../platform/database/link-hosts.ts'

/** Filter of a list by the host of a link (rule L29). */
export const linkHostFilter = (columns: LinkColumns): { linkHost: Filter } => ({
  linkHost: filter(linkHostField, (sought) => hostCondition(columns, sought)),
})
