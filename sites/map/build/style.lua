-- Nominatim's ordinary style, with tags in the order of their names. Of two tags that are as good the last one
-- decides what an object is, and Lua by itself takes them in another order in every build.
local in_any_order = pairs

function pairs(whole)
    local keys = {}
    for key in in_any_order(whole) do
        keys[#keys + 1] = key
    end
    table.sort(keys, function(one, other) return tostring(one) < tostring(other) end)
    local position = 0
    return function()
        repeat
            position = position + 1
        until keys[position] == nil or whole[keys[position]] ~= nil -- removed since
        return keys[position], whole[keys[position]]
    end
end

return require('import-extratags')
