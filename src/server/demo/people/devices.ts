import type { Device } from '../../../domain/users/user.ts'
import type { Random } from '../random.ts'

type Model = Pick<Device, 'model' | 'product' | 'description'> & { sdks: readonly string[] }

const MODELS: readonly [match: RegExp, models: readonly Model[]][] = [
  [
    /android/,
    [
      { model: 'SM-A155M', product: 'a15', description: 'Teléfono Android de la sala', sdks: ['33', '34'] },
      { model: 'moto g54', product: 'cancunf', description: 'Teléfono Android', sdks: ['33', '34'] },
      {
        model: 'TCL Smart TV Pro',
        product: 'G10',
        description: 'Televisor con Android TV',
        sdks: ['30', '31'],
      },
    ],
  ],
  [/ios/, [{ model: 'iPhone 13', product: 'iPhone14,5', description: 'iPhone', sdks: ['17.6', '18.1'] }]],
  [/roku/, [{ model: 'Roku Express 4K', product: '3940X', description: 'Roku', sdks: ['12.5', '13.0'] }]],
  [/firetv/, [{ model: 'AFTSSS', product: 'sheldon', description: 'Fire TV Stick', sdks: ['28', '30'] }]],
  [
    /samsung/,
    [{ model: 'UN50AU7000', product: 'Tizen', description: 'Televisor Samsung', sdks: ['6.0', '7.0'] }],
  ],
  [/lg/, [{ model: '50UR7300', product: 'webOS', description: 'Televisor LG', sdks: ['6.3', '7.4'] }]],
  [/stb/, [{ model: 'MXQ Pro', product: 'p281', description: 'Caja decodificadora', sdks: ['28', '29'] }]],
]
const OTHER: readonly Model[] = [
  { model: 'Chrome', product: 'Windows', description: 'Navegador web', sdks: ['129', '130'] },
  { model: 'Mi TV Stick', product: 'aquaman', description: 'Mi TV Stick', sdks: ['28', '29'] },
]

const hexByte = (random: Random): string => random.integer(0, 255).toString(16).toUpperCase().padStart(2, '0')

/** A plausible device of a platform, with a locally administered MAC address. */
export function device(platform: string, random: Random): Device {
  const models = MODELS.find(([match]) => match.test(platform))?.[1] ?? OTHER
  const { sdks, ...model } = random.pick(models)
  return {
    macAddress: ['02', ...Array.from({ length: 5 }, () => hexByte(random))].join(':'),
    sdkVersion: random.pick(sdks),
    appVersion: random.pick(['3.1.0', '3.2.1', '3.2.1', '3.4.0']),
    ...model,
  }
}
