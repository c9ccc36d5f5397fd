-- Put one outbox entry aside, as it is, so that nothing waits behind it. Running it again changes nothing.
--
-- KEYS  outbox, parked, attempts      ARGV  1 id of the entry   2 name under which it is found again
-- Replies 1 when it was there, else 0
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
if #found == 0 then
    return 0
end
redis.call('HSET', KEYS[2], ARGV[2], cmsgpack.pack(found[1][2]))
redis.call('XDEL', KEYS[1], ARGV[1])
return 1
