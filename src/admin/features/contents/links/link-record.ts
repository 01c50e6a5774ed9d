import { LANGUAGES } from '../../../../domain/contents/languages.ts'
import type { Link } from '../../../../domain/contents/link.ts'
import { addressUnder } from '../../../../domain/format/addresses.ts'

export const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([id, name]) => ({ id, name }))

// The form's field holds what the API gave or the link dialog made: both are links.
const asLink = (value: object): Link => value as Link

/** The links that a form's field holds. */
export const linksIn = (value: unknown): Link[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asLink) : []

/** The whole address of a link: an internal one may be a path under the base of the contents. */
export const addressOf = ({ link, linkType }: Pick<Link, 'link' | 'linkType'>, base = ''): string =>
  linkType === 'I' && !/^[a-z]+:/i.test(link) && base !== '' ? addressUnder(base, link) : link
