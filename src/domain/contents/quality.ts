import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { fold } from '../format/text.ts'
import { entryOf, RESOURCES, type Resource, type ResourceWith } from '../registry.ts'
import type { Defect } from '../registry-entry.ts'
import { DEFECTS } from './film-fields.ts'

/** The resources checked for defects; episodes are checked through their series. */
export type CheckedResource = ResourceWith<'defects'>

const isChecked = (resource: Resource): resource is CheckedResource =>
  (entryOf(resource).defects ?? []).length > 0

/** In menu order. */
export const CHECKED_RESOURCES: readonly CheckedResource[] = RESOURCES.filter(isChecked)

/** The name of a defect inside a sentence: 'sin código IMDb'. */
export const defectInSentence = (defect: Defect): string =>
  DEFECTS[defect].charAt(0).toLowerCase() + DEFECTS[defect].slice(1)

/** The share of records in a total, from 0 to 1. */
export const fraction = (count: number, total: number): number => (total === 0 ? 0 : count / total)

/** A share as a percentage for display; rounding never gives 0 % or 100 % unless exact. */
export const shareText = (count: number, total: number): string => {
  const percent = fraction(count, total) * 100
  if (percent > 0 && percent < 1) return 'menos de 1 %'
  return `${percent > 99 && percent < 100 ? 99 : Math.round(percent)} %`
}

/**
 * Patterns removed in this order before titles are compared: trailing articles after a comma (Spanish, English, French,
 * Italian, Portuguese, German), as catalogues write them, punctuation, leading articles. The database uses the same
 * patterns (src/server/platform/database/defects.ts), so they are limited to the syntax common to both.
 */
export const TITLE_PATTERNS = {
  trailingArticle:
    /, *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$/,
  punctuation: /[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+/g,
  leadingArticle:
    /^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) /,
} as const

/** Key shared by likely duplicates: the year, and the title without case, accents, punctuation and articles. */
export const duplicateKey = (title: string, year: number | null): string => {
  const folded = fold(title)
  const plain = folded
    .replace(TITLE_PATTERNS.trailingArticle, '')
    .replace(TITLE_PATTERNS.punctuation, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(TITLE_PATTERNS.leadingArticle, '')
  return `${plain || folded}|${year ?? ''}`
}

const countedDefect = z.object({
  defect: z.enum(Object.keys(DEFECTS) as [Defect, ...Defect[]]),
  count: z.int().meta({ description: 'Los mismos registros que la lista con quality=…' }),
  approximate: sizeOutput.shape.approximate,
})

const checkedOutput = z.object({
  resource: z.enum(CHECKED_RESOURCES as [CheckedResource, ...CheckedResource[]]),
  total: z.int().meta({ description: 'Todos los registros de esta parte del catálogo' }),
  defects: z.array(countedDefect),
})
export type CheckedPart = z.infer<typeof checkedOutput>

export const QUALITY_ENDPOINTS = /* @__PURE__ */ endpoints({
  summary: {
    id: 'summarizeQuality',
    method: 'GET',
    path: '/api/quality',
    tag: 'Contenidos',
    summary: 'Cuenta lo que falta o sobra en las partes del catálogo que se pueden ver',
    response: { 200: z.array(checkedOutput) },
    errors: [401, 403],
  },
})
