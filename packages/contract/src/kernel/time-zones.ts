/**
 * The time zones that a camera can be set to, from GMT-11 to GMT+14, with the rule of each as POSIX writes it: that is what
 * cameras understand. POSIX counts westward, so what reads GMT-13 there is Samoa, 13 hours ahead.
 */
export const timeZoneRules = {
  'Pacific/Midway': 'SST11', 'Pacific/Pago_Pago': 'SST11',
  'Pacific/Honolulu': 'HST10',
  'Pacific/Marquesas': '<-0930>9:30',
  'America/Anchorage': 'AKST9AKDT,M3.2.0,M11.1.0',
  'America/Los_Angeles': 'PST8PDT,M3.2.0,M11.1.0', 'America/Tijuana': 'PST8PDT,M3.2.0,M11.1.0',
  'America/Denver': 'MST7MDT,M3.2.0,M11.1.0', 'America/Phoenix': 'MST7', 'America/Mazatlan': 'MST7',
  'America/Chicago': 'CST6CDT,M3.2.0,M11.1.0', 'America/Mexico_City': 'CST6', 'America/Guatemala': 'CST6', 'America/Regina': 'CST6',
  'America/New_York': 'EST5EDT,M3.2.0,M11.1.0', 'America/Bogota': '<-05>5', 'America/Lima': '<-05>5',
  'America/Halifax': 'AST4ADT,M3.2.0,M11.1.0', 'America/Caracas': '<-04>4', 'America/La_Paz': '<-04>4', 'America/Santiago': '<-04>4<-03>,M9.1.6/24,M4.1.6/24',
  'America/St_Johns': 'NST3:30NDT,M3.2.0,M11.1.0',
  'America/Sao_Paulo': '<-03>3', 'America/Argentina/Buenos_Aires': '<-03>3', 'America/Montevideo': '<-03>3',
  'America/Noronha': '<-02>2', 'America/Nuuk': '<-02>2<-01>,M3.5.0/-1,M10.5.0/0',
  'Atlantic/Azores': '<-01>1<+00>,M3.5.0/0,M10.5.0/1', 'Atlantic/Cape_Verde': '<-01>1',
  'Etc/UTC': 'UTC0', 'Europe/London': 'GMT0BST,M3.5.0/1,M10.5.0', 'Europe/Lisbon': 'WET0WEST,M3.5.0/1,M10.5.0', 'Atlantic/Reykjavik': 'GMT0',
  'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Paris': 'CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Madrid': 'CET-1CEST,M3.5.0,M10.5.0/3',
  'Europe/Rome': 'CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Belgrade': 'CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Warsaw': 'CET-1CEST,M3.5.0,M10.5.0/3',
  'Africa/Lagos': 'WAT-1', 'Africa/Algiers': 'CET-1',
  'Europe/Kaliningrad': 'EET-2', 'Africa/Cairo': 'EET-2EEST,M4.5.5/0,M10.5.4/24', 'Africa/Johannesburg': 'SAST-2',
  'Europe/Athens': 'EET-2EEST,M3.5.0/3,M10.5.0/4', 'Europe/Bucharest': 'EET-2EEST,M3.5.0/3,M10.5.0/4', 'Europe/Helsinki': 'EET-2EEST,M3.5.0/3,M10.5.0/4',
  'Europe/Kyiv': 'EET-2EEST,M3.5.0/3,M10.5.0/4', 'Europe/Riga': 'EET-2EEST,M3.5.0/3,M10.5.0/4', 'Europe/Chisinau': 'EET-2EEST,M3.5.0,M10.5.0/3',
  'Asia/Jerusalem': 'IST-2IDT,M3.4.4/26,M10.5.0', 'Asia/Beirut': 'EET-2EEST,M3.5.0/0,M10.5.0/0',
  'Europe/Moscow': 'MSK-3', 'Europe/Minsk': '<+03>-3', 'Europe/Istanbul': '<+03>-3',
  'Asia/Baghdad': '<+03>-3', 'Asia/Riyadh': '<+03>-3', 'Africa/Nairobi': 'EAT-3',
  'Asia/Tehran': '<+0330>-3:30',
  'Europe/Samara': '<+04>-4', 'Asia/Baku': '<+04>-4', 'Asia/Tbilisi': '<+04>-4', 'Asia/Yerevan': '<+04>-4', 'Asia/Dubai': '<+04>-4',
  'Asia/Kabul': '<+0430>-4:30',
  'Asia/Yekaterinburg': '<+05>-5', 'Asia/Almaty': '<+05>-5', 'Asia/Tashkent': '<+05>-5', 'Asia/Dushanbe': '<+05>-5',
  'Asia/Ashgabat': '<+05>-5', 'Asia/Karachi': 'PKT-5',
  'Asia/Kolkata': 'IST-5:30', 'Asia/Kathmandu': '<+0545>-5:45',
  'Asia/Omsk': '<+06>-6', 'Asia/Bishkek': '<+06>-6', 'Asia/Dhaka': '<+06>-6',
  'Asia/Yangon': '<+0630>-6:30',
  'Asia/Novosibirsk': '<+07>-7', 'Asia/Krasnoyarsk': '<+07>-7', 'Asia/Bangkok': '<+07>-7', 'Asia/Jakarta': 'WIB-7',
  'Asia/Irkutsk': '<+08>-8', 'Asia/Shanghai': 'CST-8', 'Asia/Hong_Kong': 'HKT-8', 'Asia/Taipei': 'CST-8',
  'Asia/Singapore': '<+08>-8', 'Asia/Ulaanbaatar': '<+08>-8', 'Australia/Perth': 'AWST-8',
  'Asia/Yakutsk': '<+09>-9', 'Asia/Tokyo': 'JST-9', 'Asia/Seoul': 'KST-9',
  'Australia/Darwin': 'ACST-9:30', 'Australia/Adelaide': 'ACST-9:30ACDT,M10.1.0,M4.1.0/3',
  'Asia/Vladivostok': '<+10>-10', 'Australia/Brisbane': 'AEST-10', 'Australia/Sydney': 'AEST-10AEDT,M10.1.0,M4.1.0/3', 'Pacific/Guam': 'ChST-10',
  'Asia/Magadan': '<+11>-11', 'Asia/Sakhalin': '<+11>-11', 'Pacific/Noumea': '<+11>-11',
  'Asia/Kamchatka': '<+12>-12', 'Pacific/Auckland': 'NZST-12NZDT,M9.5.0,M4.1.0/3', 'Pacific/Fiji': '<+12>-12',
  'Pacific/Chatham': '<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45',
  'Pacific/Apia': '<+13>-13', 'Pacific/Tongatapu': '<+13>-13',
  'Pacific/Kiritimati': '<+14>-14',
} as const satisfies Readonly<Record<string, string>>;

/** IANA name. */
export type TimeZoneName = keyof typeof timeZoneRules;

export function isTimeZoneName(name: string): name is TimeZoneName {
  return Object.hasOwn(timeZoneRules, name);
}

/** From west to east. */
export const timeZoneNames: readonly TimeZoneName[] = Object.keys(timeZoneRules).filter(isTimeZoneName);

/** How far its clocks are ahead of UTC without summer time, minutes. @example standardOffset('Asia/Kolkata') // 330 */
export function standardOffset(zone: TimeZoneName): number {
  const [, sign = '', hours = '0', minutes = '0'] = /^(?:<[^>]*>|[A-Za-z]+)(-?)(\d+)(?::(\d+))?/.exec(timeZoneRules[zone]) ?? [];
  const west = Number(hours) * 60 + Number(minutes);
  return sign === '-' || west === 0 ? west : -west;
}
