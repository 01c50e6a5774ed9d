import { formatReference } from '../../../domain/format/references.ts'
import { searchText } from '../../platform/database/search.ts'

/** The names that a movement copies, and its search text. */
export const namesOf = (
  seller: { fullName: string },
  target: { fullName: string; name: string },
  description = '',
) => ({
  userCreatedName: seller.fullName,
  userFullName: target.fullName,
  search: searchText(target.fullName, target.name, seller.fullName, description),
})

/** The number that a search asks for, if it is one. */
export const referenceIn = (search: string): number | undefined => {
  const text = search.trim()
  return /^\d{1,9}$/.test(text) && formatReference(Number(text)).length >= text.length
    ? Number(text)
    : undefined
}
