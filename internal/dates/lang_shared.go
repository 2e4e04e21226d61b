package dates

// The parts of a day, as values of dayPart and partShift.
const (
	morning int16 = iota + 1
	afternoon
	evening
	night
)

// everywhere holds what is written alike in every language: zones, the marks
// of clocks and of ISO 8601.
var everywhere = []entry{
	{meridiem, 0, "am|a.m.|a.m"}, {meridiem, 12, "pm|p.m.|p.m"},
	{zone, 0, "z|utc|gmt|wet"}, {zone, 60, "cet|bst|west|met"}, {zone, 2 * 60, "cest|eet|sast|mest"}, {zone, 3 * 60, "msk|eest"},
	{zone, 330, "ist"}, {zone, 8 * 60, "sgt|hkt|awst"}, {zone, 9 * 60, "jst|kst"}, {zone, 10 * 60, "aest"}, {zone, 11 * 60, "aedt"},
	{zone, -5 * 60, "est|cdt"}, {zone, -4 * 60, "edt"}, {zone, -6 * 60, "cst|mdt"}, {zone, -7 * 60, "mst|pdt"}, {zone, -8 * 60, "pst"},
	{zone, -3 * 60, "brt|art"},
}

// cjk is Chinese, Japanese and Korean in one: they share the marks of year,
// month and day, and no word of one means something else in another.
var cjk = []entry{
	{numeral, 1, "一|한"}, {numeral, 2, "二|两|兩|두"}, {numeral, 3, "三|세"}, {numeral, 4, "四|네"}, {numeral, 5, "五|다섯"}, {numeral, 6, "六|여섯"},
	{numeral, 7, "七|일곱"}, {numeral, 8, "八|여덟"}, {numeral, 9, "九|아홉"}, {numeral, 10, "十|열"}, {numeral, 11, "十一"}, {numeral, 12, "十二"},
	{numeral, 13, "十三"}, {numeral, 14, "十四"}, {numeral, 15, "十五"}, {numeral, 16, "十六"}, {numeral, 17, "十七"}, {numeral, 18, "十八"}, {numeral, 19, "十九"}, {numeral, 20, "二十"}, {numeral, 21, "二十一"}, {numeral, 22, "二十二"}, {numeral, 23, "二十三"}, {numeral, 24, "二十四"}, {numeral, 25, "二十五"}, {numeral, 26, "二十六"}, {numeral, 27, "二十七"}, {numeral, 28, "二十八"}, {numeral, 29, "二十九"}, {numeral, 30, "三十"}, {numeral, 31, "三十一"},
	{fewCount, 3, "几|幾|数|몇"},
	{yearMark, 0, "年|년"}, {monthMark, 0, "月|월"}, {dayMark, 0, "日|号|號|일"}, {hourMark, 0, "時|时|点|點|시"}, {minuteMark, 0, "分|분"},
	{dayShift, 0, "今日|今天|오늘|本日|きょう|ほんじつ"}, {dayShift, 1, "明日|明天|내일|あした"}, {dayShift, -1, "昨日|昨天|어제|きのう"},
	{dayShift, 2, "明後日|明后日|后天|後天|모레|あさって"}, {dayShift, -2, "一昨日|前天|그저께|그제|おととい"}, {dayShift, 3, "大后天|大後天|글피|사흘 후|사흘 뒤"}, {dayShift, 1, "하루 후|하루 뒤"}, {dayShift, -1, "하루 전"}, {dayShift, 2, "이틀 후|이틀 뒤"}, {dayShift, -2, "이틀 전"}, {dayShift, 4, "나흘 후|나흘 뒤"}, {dayShift, -4, "나흘 전"}, {dayShift, 10, "열흘 후|열흘 뒤"}, {dayShift, -10, "열흘 전"}, {dayShift, 15, "보름 후|보름 뒤"}, {dayShift, -15, "보름 전"}, {dayShift, 7, "일주일 후|일주일 뒤"}, {dayShift, -7, "일주일 전"},
	{dayShift, -3, "大前天|사흘 전"},
	{partShift, evening, "今晩|今晚|今夜|오늘밤|오늘 밤|오늘 저녁|今夕|こんばん|こんや|こんゆう"}, {partShift, morning, "今朝|今早|けさ|오늘 아침"}, {partShift, afternoon, "오늘 오후"}, {partShift, 8 + morning, "내일 아침"}, {partShift, 8 + evening, "내일 저녁|내일 밤"}, {partShift, -8 + evening, "어제 저녁|어제 밤"}, {partShift, -8 + evening, "昨晚|昨晩|昨夜|어젯밤"}, {partShift, 8 + evening, "明晚|明晩"},
	{partShift, 8 + morning, "明早"},
	{dayPart, morning, "早上|上午|早晨|朝|아침|오전"}, {dayPart, afternoon, "下午|午后|午後|오후"}, {dayPart, evening, "晚上|晩|夜|夕方|저녁|밤"},
	{weekday, 0, "周一|週一|星期一|礼拜一|禮拜一|月曜日|月曜|월요일"}, {weekday, 1, "周二|週二|星期二|礼拜二|禮拜二|火曜日|火曜|화요일"},
	{weekday, 2, "周三|週三|星期三|礼拜三|禮拜三|水曜日|水曜|수요일"}, {weekday, 3, "周四|週四|星期四|礼拜四|禮拜四|木曜日|木曜|목요일"},
	{weekday, 4, "周五|週五|星期五|礼拜五|禮拜五|金曜日|金曜|금요일"}, {weekday, 5, "周六|週六|星期六|礼拜六|禮拜六|土曜日|土曜|토요일"},
	{weekday, 6, "周日|週日|周天|週天|星期日|星期天|礼拜天|禮拜天|礼拜日|禮拜日|日曜日|日曜|일요일"},
	{unit, int16(Day), "天|日間|일간"}, {unit, int16(Week), "周|週|星期|个星期|個星期|礼拜|禮拜|週間|个礼拜|個禮拜|주일|주"}, {unit, int16(Month), "个月|個月|か月|ヶ月|カ月|ヵ月|개월|달"},
	{unit, int16(Quarter), "분기|四半期|季度"}, {unit, int16(Year), "年間"}, {unit, int16(Hour), "小时|小時|時間|个小时|個小時|시간"}, {unit, int16(Minute), "分钟|分鐘|分間"},
	{unitShift, 16 + int16(Week), "下周|下週|下个星期|下個星期|下个礼拜|下個禮拜|下星期|下礼拜|下禮拜|来週|다음 주|다음주"}, {unitShift, int16(Week), "本周|本週|这周|這週|这个星期|這個星期|今週|이번 주|이번주"},
	{unitShift, -16 + int16(Week), "上周|上週|上个星期|上個星期|上个礼拜|上個禮拜|上星期|上礼拜|上禮拜|先週|지난 주|지난주"}, {unitShift, 32 + int16(Week), "再来週"}, {unitShift, -32 + int16(Week), "先々週"},
	{unitShift, 16 + int16(Month), "下个月|下個月|下月|来月|다음 달|다음달"}, {unitShift, int16(Month), "本月|这个月|這個月|今月|이번 달|이번달"},
	{unitShift, -16 + int16(Month), "上个月|上個月|上月|先月|지난 달|지난달"}, {unitShift, 16 + int16(Year), "明年|来年|내년"}, {unitShift, int16(Year), "今年|올해"},
	{unitShift, -16 + int16(Year), "去年|昨年|작년|지난해"}, {unitShift, -32 + int16(Year), "前年|一昨年|재작년"}, {unitShift, 32 + int16(Year), "后年|後年|再来年"},
	{unitShift, 16 + int16(Weekend), "下周末|下週末|来週末|다음 주말"}, {unitShift, int16(Weekend), "周末|週末|주말|这周末|這週末|本周末|今週末|이번 주말"}, {unitShift, -16 + int16(Weekend), "上周末|上週末|先週末|지난 주말"},
	{unitShift, 16 + int16(Quarter), "下季度|下个季度|다음 분기|来四半期"}, {unitShift, int16(Quarter), "本季度|这个季度|이번 분기|今四半期"}, {unitShift, -16 + int16(Quarter), "上季度|上个季度|지난 분기|前四半期"},
	{ago, 0, "前|以前|之前|전"}, {later, 0, "后|後|以后|以後|之后|之後|内|之内|之內|以内|以內|후|뒤"}, {ofWord, 0, "的|の|의"},
	{toWord, 0, "到|至|から|부터|에서"}, {untilAfter, 0, "まで|까지|之前为止|为止"}, {sinceAfter, 0, "起|以来|以來|以降|开始|開始|から|부터|이후|이래"},
	{fromWord, 0, "从|從|自"},
	{shift, -1, "前の|先の"}, {shift, 1, "次の"},
	{every, 0, "每|毎|每个|매주|매"}, {recurring, 0, "每天|每周|每週|每月|每年|毎日|毎週|毎月|毎年|매일|매주|매월|매년"},
	{past, 0, "了|た|했다|었다|았다|했습니다|었습니다"},
}

// shortUnits are the units that are glued to their numbers: 2h, 3w.
var shortUnits = []extra{
	{shortUnit, int16(Minute), "m"}, {shortUnit, int16(Hour), "h"}, {shortUnit, int16(Day), "d"}, {shortUnit, int16(Week), "w"},
	{shortUnit, int16(Month), "mo"}, {shortUnit, int16(Year), "y"}, {secondUnit, 0, "s|sec|secs"},
	{letterT, 0, "t"}, {halfYear, 1, "상반기|上半年|上半期"}, {halfYear, 2, "하반기|下半年|下半期"},
	{third, 1, "초에|초순|상순|上旬|初"}, {third, 2, "중순|中旬"}, {third, 3, "말에|하순|下旬|末"}, {zero, 0, "零|〇"}, {secondUnit, 0, "秒|秒钟|秒鐘|秒間|초"},
}

// eras are those of Japan since 1868, by the year before their first, and 元
// for a first year.
var eras = []extra{{era, 1867, "明治"}, {era, 1911, "大正"}, {era, 1925, "昭和"}, {era, 1988, "平成"}, {era, 2018, "令和"}}
