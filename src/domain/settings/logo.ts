import { z } from 'zod'

/** Bytes of the logo (rule S12). */
export const MAX_LOGO = 200_000
/** Pixels of each side. */
export const MAX_LOGO_SIDE = 2_000
export const LOGO_TYPE = 'image/png'

export const LOGO_MESSAGES = {
  none: 'No hay un logotipo.',
  empty: 'El archivo está vacío.',
  tooBig: 'El logotipo no puede tener más de 200 kB.',
  notPng: 'El archivo no es una imagen PNG.',
  sides: `El logotipo debe tener de 1 a ${MAX_LOGO_SIDE} píxeles por lado.`,
  damaged: 'La imagen está incompleta o dañada.',
} as const

export const logoOutput = z.object({
  path: z.string().meta({ title: 'Dirección', description: 'Cambia con la imagen' }),
  width: z.int().meta({ title: 'Ancho' }),
  height: z.int().meta({ title: 'Alto' }),
  size: z.int().meta({ title: 'Tamaño', description: 'En bytes' }),
})
export type Logo = z.infer<typeof logoOutput>

/** The error of a file's size; undefined if allowed. */
export const logoSizeError = (size: number): string | undefined => {
  if (size === 0) return LOGO_MESSAGES.empty
  return size > MAX_LOGO ? LOGO_MESSAGES.tooBig : undefined
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME = 12
const IHDR_LENGTH = 13

/** The types of the chunks of a PNG, in order; undefined if the last one does not end the file. */
const chunkTypes = (bytes: Uint8Array): string[] | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const types: string[] = []
  let at = SIGNATURE.length
  while (at + CHUNK_FRAME <= bytes.length) {
    types.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)))
    at += CHUNK_FRAME + view.getUint32(at)
  }
  return at === bytes.length ? types : undefined
}

/** The sides of a PNG in pixels, or the message for any other file: its bytes decide, whatever its name says. */
export const inspectLogo = (bytes: Uint8Array): { width: number; height: number } | string => {
  const sizeError = logoSizeError(bytes.length)
  if (sizeError !== undefined) return sizeError
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return LOGO_MESSAGES.notPng
  const types = chunkTypes(bytes)
  const isWhole =
    types?.[0] === 'IHDR' &&
    types.includes('IDAT') &&
    // Nothing may follow the image.
    types.indexOf('IEND') === types.length - 1
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isWhole || view.getUint32(SIGNATURE.length) !== IHDR_LENGTH) return LOGO_MESSAGES.damaged
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const isAllowed = [width, height].every((side) => side >= 1 && side <= MAX_LOGO_SIDE)
  return isAllowed ? { width, height } : LOGO_MESSAGES.sides
}
