import { timeZoneRules } from '@watchpost/contract/kernel';
import { elementAt, textAt } from '../soap/onvif-soap.ts';
import { escapeXml } from '../soap/onvif-xml.ts';
import type { OnvifSession } from '../control/onvif-session.ts';
import type { SettingsPart } from './onvif-settings-part.ts';
import { zoneOfRule } from './posix-zones.ts';

/** The time zone in which the camera writes the time into its picture. */
export async function readClock(session: OnvifSession): Promise<SettingsPart | null> {
  const clock = elementAt(await session.call('device', 'GetSystemDateAndTime'), 'SystemDateAndTime');
  if (!clock) return null;
  const isByNetwork = textAt(clock, 'DateTimeType') === 'NTP';
  return {
    settings: { timeZone: zoneOfRule(textAt(clock, 'TimeZone', 'TZ')) },
    write: ({ timeZone = 'Etc/UTC' }) => {
      const rule = timeZoneRules[timeZone];
      return session.call(
        'device',
        'SetSystemDateAndTime',
        `<q:DateTimeType>${isByNetwork ? 'NTP' : 'Manual'}</q:DateTimeType><q:DaylightSavings>${rule.includes(',')}</q:DaylightSavings>` +
          `<q:TimeZone><tt:TZ>${escapeXml(rule)}</tt:TZ></q:TimeZone>${isByNetwork ? '' : timeElement(new Date(session.now()))}`,
      );
    },
  };
}

/** Setting the zone of a manual clock requires a time: send its own. */
function timeElement(at: Date): string {
  const time = `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time>`;
  const date = `<tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`;
  return `<q:UTCDateTime>${time}${date}</q:UTCDateTime>`;
}
