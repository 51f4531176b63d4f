import { standardOffset } from '@watchpost/sdk-core';
import type { Locale, TimeZoneName } from '@watchpost/sdk-core';

/** Place names of each zone: English, Russian. */
const names: Readonly<Record<TimeZoneName, readonly [en: string, ru: string]>> = {
  'Pacific/Midway': ['Midway', 'Мидуэй'],
  'Pacific/Pago_Pago': ['American Samoa', 'Американское Самоа'],
  'Pacific/Honolulu': ['Hawaii', 'Гавайи'],
  'Pacific/Marquesas': ['Marquesas Islands', 'Маркизские острова'],
  'America/Anchorage': ['Alaska', 'Аляска'],
  'America/Los_Angeles': ['Los Angeles, Seattle, Vancouver', 'Лос-Анджелес, Сиэтл, Ванкувер'],
  'America/Tijuana': ['Tijuana', 'Тихуана'],
  'America/Denver': ['Denver, Calgary', 'Денвер, Калгари'],
  'America/Phoenix': ['Phoenix', 'Финикс'],
  'America/Mazatlan': ['Mazatlán', 'Масатлан'],
  'America/Chicago': ['Chicago, Houston, Winnipeg', 'Чикаго, Хьюстон, Виннипег'],
  'America/Mexico_City': ['Mexico City', 'Мехико'],
  'America/Guatemala': ['Guatemala', 'Гватемала'],
  'America/Regina': ['Saskatchewan', 'Саскачеван'],
  'America/New_York': ['New York, Toronto, Miami', 'Нью-Йорк, Торонто, Майами'],
  'America/Bogota': ['Bogotá', 'Богота'],
  'America/Lima': ['Lima', 'Лима'],
  'America/Halifax': ['Halifax', 'Галифакс'],
  'America/Caracas': ['Caracas', 'Каракас'],
  'America/La_Paz': ['La Paz', 'Ла-Пас'],
  'America/Santiago': ['Santiago', 'Сантьяго'],
  'America/St_Johns': ['Newfoundland', 'Ньюфаундленд'],
  'America/Sao_Paulo': ['São Paulo, Brasília', 'Сан-Паулу, Бразилиа'],
  'America/Argentina/Buenos_Aires': ['Buenos Aires', 'Буэнос-Айрес'],
  'America/Montevideo': ['Montevideo', 'Монтевидео'],
  'America/Noronha': ['Fernando de Noronha', 'Фернанду-ди-Норонья'],
  'America/Nuuk': ['Greenland', 'Гренландия'],
  'Atlantic/Azores': ['Azores', 'Азорские острова'],
  'Atlantic/Cape_Verde': ['Cape Verde', 'Кабо-Верде'],
  'Etc/UTC': ['Coordinated Universal Time', 'Всемирное координированное время'],
  'Europe/London': ['London, Dublin, Edinburgh', 'Лондон, Дублин, Эдинбург'],
  'Europe/Lisbon': ['Lisbon', 'Лиссабон'],
  'Atlantic/Reykjavik': ['Reykjavík', 'Рейкьявик'],
  'Europe/Berlin': ['Berlin, Vienna, Zurich', 'Берлин, Вена, Цюрих'],
  'Europe/Paris': ['Paris, Brussels, Amsterdam', 'Париж, Брюссель, Амстердам'],
  'Europe/Madrid': ['Madrid', 'Мадрид'],
  'Europe/Rome': ['Rome', 'Рим'],
  'Europe/Belgrade': ['Belgrade, Prague, Budapest', 'Белград, Прага, Будапешт'],
  'Europe/Warsaw': ['Warsaw', 'Варшава'],
  'Africa/Lagos': ['Lagos', 'Лагос'],
  'Africa/Algiers': ['Algiers', 'Алжир'],
  'Europe/Kaliningrad': ['Kaliningrad', 'Калининград'],
  'Africa/Cairo': ['Cairo', 'Каир'],
  'Africa/Johannesburg': ['Johannesburg', 'Йоханнесбург'],
  'Europe/Athens': ['Athens', 'Афины'],
  'Europe/Bucharest': ['Bucharest', 'Бухарест'],
  'Europe/Helsinki': ['Helsinki', 'Хельсинки'],
  'Europe/Kyiv': ['Kyiv', 'Киев'],
  'Europe/Riga': ['Riga, Tallinn, Vilnius', 'Рига, Таллин, Вильнюс'],
  'Europe/Chisinau': ['Chișinău', 'Кишинёв'],
  'Asia/Jerusalem': ['Jerusalem', 'Иерусалим'],
  'Asia/Beirut': ['Beirut', 'Бейрут'],
  'Europe/Moscow': ['Moscow, Saint Petersburg', 'Москва, Санкт-Петербург'],
  'Europe/Minsk': ['Minsk', 'Минск'],
  'Europe/Istanbul': ['Istanbul', 'Стамбул'],
  'Asia/Baghdad': ['Baghdad', 'Багдад'],
  'Asia/Riyadh': ['Riyadh', 'Эр-Рияд'],
  'Africa/Nairobi': ['Nairobi', 'Найроби'],
  'Asia/Tehran': ['Tehran', 'Тегеран'],
  'Europe/Samara': ['Samara, Izhevsk', 'Самара, Ижевск'],
  'Asia/Baku': ['Baku', 'Баку'],
  'Asia/Tbilisi': ['Tbilisi', 'Тбилиси'],
  'Asia/Yerevan': ['Yerevan', 'Ереван'],
  'Asia/Dubai': ['Dubai, Abu Dhabi', 'Дубай, Абу-Даби'],
  'Asia/Kabul': ['Kabul', 'Кабул'],
  'Asia/Yekaterinburg': ['Yekaterinburg, Chelyabinsk', 'Екатеринбург, Челябинск'],
  'Asia/Almaty': ['Almaty, Astana', 'Алматы, Астана'],
  'Asia/Tashkent': ['Tashkent', 'Ташкент'],
  'Asia/Dushanbe': ['Dushanbe', 'Душанбе'],
  'Asia/Ashgabat': ['Ashgabat', 'Ашхабад'],
  'Asia/Karachi': ['Karachi, Islamabad', 'Карачи, Исламабад'],
  'Asia/Kolkata': ['Mumbai, Kolkata, New Delhi', 'Мумбаи, Калькутта, Нью-Дели'],
  'Asia/Kathmandu': ['Kathmandu', 'Катманду'],
  'Asia/Omsk': ['Omsk', 'Омск'],
  'Asia/Bishkek': ['Bishkek', 'Бишкек'],
  'Asia/Dhaka': ['Dhaka', 'Дакка'],
  'Asia/Yangon': ['Yangon', 'Янгон'],
  'Asia/Novosibirsk': ['Novosibirsk, Tomsk', 'Новосибирск, Томск'],
  'Asia/Krasnoyarsk': ['Krasnoyarsk', 'Красноярск'],
  'Asia/Bangkok': ['Bangkok, Hanoi', 'Бангкок, Ханой'],
  'Asia/Jakarta': ['Jakarta', 'Джакарта'],
  'Asia/Irkutsk': ['Irkutsk, Ulan-Ude', 'Иркутск, Улан-Удэ'],
  'Asia/Shanghai': ['Beijing, Shanghai', 'Пекин, Шанхай'],
  'Asia/Hong_Kong': ['Hong Kong', 'Гонконг'],
  'Asia/Taipei': ['Taipei', 'Тайбэй'],
  'Asia/Singapore': ['Singapore, Kuala Lumpur', 'Сингапур, Куала-Лумпур'],
  'Asia/Ulaanbaatar': ['Ulaanbaatar', 'Улан-Батор'],
  'Australia/Perth': ['Perth', 'Перт'],
  'Asia/Yakutsk': ['Yakutsk, Chita', 'Якутск, Чита'],
  'Asia/Tokyo': ['Tokyo, Osaka', 'Токио, Осака'],
  'Asia/Seoul': ['Seoul', 'Сеул'],
  'Australia/Darwin': ['Darwin', 'Дарвин'],
  'Australia/Adelaide': ['Adelaide', 'Аделаида'],
  'Asia/Vladivostok': ['Vladivostok, Khabarovsk', 'Владивосток, Хабаровск'],
  'Australia/Brisbane': ['Brisbane', 'Брисбен'],
  'Australia/Sydney': ['Sydney, Melbourne', 'Сидней, Мельбурн'],
  'Pacific/Guam': ['Guam', 'Гуам'],
  'Asia/Magadan': ['Magadan', 'Магадан'],
  'Asia/Sakhalin': ['Sakhalin', 'Сахалин'],
  'Pacific/Noumea': ['New Caledonia', 'Новая Каледония'],
  'Asia/Kamchatka': ['Kamchatka', 'Камчатка'],
  'Pacific/Auckland': ['Auckland, Wellington', 'Окленд, Веллингтон'],
  'Pacific/Fiji': ['Fiji', 'Фиджи'],
  'Pacific/Chatham': ['Chatham Islands', 'Острова Чатем'],
  'Pacific/Apia': ['Samoa', 'Самоа'],
  'Pacific/Tongatapu': ['Tonga', 'Тонга'],
  'Pacific/Kiritimati': ['Line Islands', 'Острова Лайн'],
};

/** @example zoneLabel('Asia/Kolkata', 'en') // '(GMT+05:30) Mumbai, Kolkata, New Delhi' */
export function zoneLabel(zone: TimeZoneName, locale: Locale): string {
  return `(${offsetLabel(zone)}) ${names[zone][locale === 'ru' ? 1 : 0]}`;
}

function offsetLabel(zone: TimeZoneName): string {
  const offset = standardOffset(zone);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'));
  return `GMT${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Whether a query matches a zone: a place in either language, or an offset. */
export function matchesZone(zone: TimeZoneName, typed: string): boolean {
  const words = typed
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,()]+/)
    .filter((word) => word !== '');
  const texts = [...names[zone], zone.replaceAll('_', ' '), offsetLabel(zone)].join(' ').toLowerCase().replaceAll('ё', 'е');
  return words.every((word) => texts.includes(word));
}
