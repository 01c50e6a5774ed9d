import { describe, expect, test } from 'vitest'
import {
  countDamage,
  declaredDecoder,
  decodeText,
  detectEncoding,
} from '../../../../src/server/platform/sandbox/decode-text.ts'
import { fieldFile } from '../../../support/field-files.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('a text file', () => {
  test.each([
    [
      '13-excel-ansi-1252.csv',
      'windows-1252',
      ['María O’Higgins Núñez', 'Calle “El Sol” – Nº 5', '12 € … renueva'],
    ],
    ['16-peliculas-1252.csv', 'windows-1252', ['“El Niño” – Edición 2026', 'Un resumen… con puntos']],
    ['11-windows-1252.m3u', 'windows-1252', ['Música – Éxitos', 'O’Higgins TV “La Señal”', 'Canal €uro']],
    ['14-excel-mac.csv', 'macintosh', ['Contraseña', 'José Peña Ibáñez', 'Avenida Constitución 5']],
    ['15-excel-msdos.csv', 'ibm850', ['Contraseña', 'José Peña Ibáñez', 'Avenida Constitución 5']],
    ['10-un-byte-danado.m3u', 'utf-8', ['Información', 'Señal Mañana', 'Televisi\ufffd']],
    [
      '17-guia-un-byte-latin1.xml',
      'utf-8',
      ['Televisión Española Dos', 'El niño y la montaña', 's\ufffdb 28'],
    ],
  ] as const)('%s is recognised as %s', (name, encoding, texts) => {
    const bytes = fieldFile(name)
    expect(detectEncoding(bytes)).toBe(encoding)
    for (const text of texts) expect(decodeText(bytes)).toContain(text)
  })

  test.each([
    ['name;notes\nMARÍA NÚÑEZ;AÑO', 'windows-1252'],
    ['nome;notas\nJoão Gonçalves;São Paulo, coração', 'windows-1252'],
    ['¿Quién vive ahí?;«sí»', 'windows-1252'],
  ])('of Latin letters alone, %j, is read as %s', (text, encoding) => {
    expect(detectEncoding(latin(text))).toBe(encoding)
    expect(decodeText(latin(text))).toBe(text)
  })

  test('in windows-1252 is read as spreadsheets show it, for all bytes from 0x80 to 0x9f', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)
    expect(decodeText(bytes, 'windows-1252')).toBe('€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ')
  })

  test('loses only its damaged bytes of UTF-8, and counts them', () => {
    const text = decodeText(
      Buffer.concat([Buffer.from('Televisión, Señal'), Buffer.of(0xe9), Buffer.from('x')]),
    )
    expect(text).toBe('Televisión, Señal\ufffdx')
    expect(countDamage(text)).toBe(1)
  })

  test('is read in the selected encoding', () => {
    expect(decodeText(Buffer.of(0x8e), 'macintosh')).toBe('é')
    expect(decodeText(Buffer.of(0x82), 'ibm850')).toBe('é')
    expect(decodeText(Buffer.of(0x82), 'windows-1252')).toBe('‚')
  })

  test.each([
    ['\ufeffñandú', 'utf16le'],
    ['\ufeffñandú', 'utf8'],
  ] as const)('%j with a byte order mark in %s is read without it', (text, encoding) =>
    expect(decodeText(Buffer.from(text, encoding))).toBe('ñandú'),
  )
})

describe('a declared encoding', () => {
  test.each(['ISO-8859-1', 'latin1', 'windows-1252', 'CP1252'])('%s is read as windows-1252', (name) =>
    expect(declaredDecoder(name)?.(Buffer.of(0x80, 0xf1))).toBe('€ñ'),
  )

  test.each([
    ['IBM850', 0x82, 'é'],
    ['macintosh', 0x8e, 'é'],
    ['iso-8859-15', 0xa4, '€'],
  ])('%s is used', (name, byte, text) => expect(declaredDecoder(name)?.(Buffer.of(byte))).toBe(text))

  test.each(['utf-8', 'X-NADA'])('%s is ignored', (name) => expect(declaredDecoder(name)).toBeUndefined())
})
