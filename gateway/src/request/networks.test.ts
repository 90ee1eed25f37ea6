import fc from 'fast-check';
import { networksOf } from './networks.js';

const namesOf = (address: string | undefined) => networksOf(address).map(({ name }) => name);

it.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['::FFFF:c000:207', ['192.0.2.7']],
  ['::ffff:198.51.100.7', ['198.51.100.7']],
  ['::ffff:198.51.100.7%eth0', ['198.51.100.7']],
  ['0:0::ffff:198.51.100.7', ['198.51.100.7']],
  ['0:0:0:0:0:ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002::', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['64:ff9b::192.0.2.7', ['64:ff9b:0:0::/64', '64:ff9b:0::/48']],
  ['no address', ['unknown']],
  [undefined, ['unknown']],
  ['', ['unknown']],
])('the networks of %s are %j', (address, names) => {
  expect(namesOf(address)).toEqual(names);
});

it('a site may do more than one of its networks', () => {
  expect(networksOf('2001:db8::1').map(({ factor }) => factor)).toEqual([1, 8]);
  expect(networksOf('192.0.2.7').map(({ factor }) => factor)).toEqual([1]);
});

it('is the same for all addresses of a /64, however they are written, and for none of another one', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 12, maxLength: 12 }), (groups) => {
      const network = [0x2001, ...groups.slice(0, 3)];
      const write = (values: number[], width = 0) =>
        values.map((value) => value.toString(16).padStart(width, '0')).join(':');
      const one = write([...network, ...groups.slice(4, 8)]);
      const other = write([...network, ...groups.slice(8, 12)], 4).toUpperCase();
      expect(networksOf(one)).toEqual(networksOf(other));
      const neighbour = [...network.slice(0, 3), (network[3] ?? 0) ^ 1, 0, 0, 0, 1];
      expect(namesOf(write(neighbour))[0]).not.toBe(namesOf(one)[0]);
      expect(namesOf(write(neighbour))[1]).toBe(namesOf(one)[1]);
    }),
  );
});
