import type { FieldValues } from 'react-hook-form'
import type { Resource } from '../../../../domain/access/resources.ts'
import {
  type BackgroundImage,
  IMAGE_CONTENT_RESOURCES,
} from '../../../../domain/settings/background-image.ts'

// The form's field holds what the API gave or the image dialog made: both are background images.
const asImage = (value: object): BackgroundImage => value as BackgroundImage

/** The background images that a form's field holds. */
export const imagesIn = (value: unknown): BackgroundImage[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asImage) : []

/** What the dialog let through: its resolver found nothing wrong with it. */
export const imageOf = ({ image, isChildren, info, content }: FieldValues): BackgroundImage =>
  asImage({ image, isChildren, info, content })

/** Where the contents of a type are found; undefined while none is chosen. */
export const resourceOf = (contentType: unknown): Resource | undefined =>
  Object.entries(IMAGE_CONTENT_RESOURCES).find(([name]) => name === contentType)?.[1]
